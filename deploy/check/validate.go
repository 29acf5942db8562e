package check

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	autoscalingvalidation "k8s.io/kubernetes/pkg/apis/autoscaling/validation"
	"k8s.io/kubernetes/pkg/apis/batch"
	batchvalidation "k8s.io/kubernetes/pkg/apis/batch/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
	"k8s.io/kubernetes/pkg/apis/scheduling"
	schedulingvalidation "k8s.io/kubernetes/pkg/apis/scheduling/validation"
)

// ValidateManifests applies the API server's rules to each object. A kind without rules is a problem.
func ValidateManifests(objects []runtime.Object) []string {
	var problems []string
	for _, object := range objects {
		if _, ok := object.(*unstructured.Unstructured); ok {
			continue // its rules are its operator's
		}
		// A copy, because the conversion shares memory with the original.
		internal, err := legacyscheme.Scheme.ConvertToVersion(object.DeepCopyObject(), runtime.InternalGroupVersioner)
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", nameOf(object), err))
			continue
		}
		for _, violation := range validate(internal) {
			problems = append(problems, fmt.Sprintf("%s: %v", nameOf(object), violation))
		}
	}
	return problems
}

func validate(object runtime.Object) field.ErrorList {
	switch o := object.(type) {
	case *apps.Deployment:
		return appsvalidation.ValidateDeployment(o, corevalidation.PodValidationOptions{})
	case *apps.StatefulSet:
		return appsvalidation.ValidateStatefulSet(o, corevalidation.PodValidationOptions{})
	case *batch.Job:
		return validateJob(o)
	case *core.Service:
		return validateService(o)
	case *core.ConfigMap:
		return corevalidation.ValidateConfigMap(o)
	case *core.Secret:
		return corevalidation.ValidateSecret(o)
	case *core.ServiceAccount:
		return corevalidation.ValidateServiceAccount(o)
	case *core.Namespace:
		return corevalidation.ValidateNamespace(o)
	case *autoscaling.HorizontalPodAutoscaler:
		return autoscalingvalidation.ValidateHorizontalPodAutoscaler(o,
			autoscalingvalidation.HorizontalPodAutoscalerSpecValidationOptions{})
	case *policy.PodDisruptionBudget:
		return policyvalidation.ValidatePodDisruptionBudget(o, policyvalidation.PodDisruptionBudgetValidationOptions{})
	case *scheduling.PriorityClass:
		return schedulingvalidation.ValidatePriorityClass(o)
	case *networking.Ingress:
		return networkingvalidation.ValidateIngressCreate(o)
	case *networking.NetworkPolicy:
		return networkingvalidation.ValidateNetworkPolicy(o, networkingvalidation.NetworkPolicyValidationOptions{})
	}
	return field.ErrorList{field.NotSupported(field.NewPath("kind"), fmt.Sprintf("%T", object),
		[]string{"a kind with rules"})}
}

// validateService fills in the list of addresses first, like the server's allocator.
func validateService(service *core.Service) field.ErrorList {
	if service.Spec.ClusterIP != "" {
		service.Spec.ClusterIPs = []string{service.Spec.ClusterIP}
	}
	return corevalidation.ValidateServiceCreate(service)
}

// validateJob fills in the selector first, which the server derives from the Job's uid.
func validateJob(job *batch.Job) field.ErrorList {
	manual := true
	job.Spec.ManualSelector = &manual
	job.Spec.Selector = &metav1.LabelSelector{MatchLabels: job.Spec.Template.Labels}
	return batchvalidation.ValidateJob(job, batchvalidation.JobValidationOptions{})
}

func nameOf(object runtime.Object) string {
	meta, ok := object.(metav1.Object)
	if !ok {
		return fmt.Sprintf("%T", object)
	}
	return object.GetObjectKind().GroupVersionKind().Kind + "/" + meta.GetName()
}
